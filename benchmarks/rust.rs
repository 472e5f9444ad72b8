//! The peer of `python -m benchmarks scan`: counts the links of a file, once for each line on standard input.
//!
//! Prints the number of links and the nanoseconds it took. The file is in memory before the first round.

use std::io::BufRead;
use std::time::Instant;

use linkify::{LinkFinder, LinkKind};

fn main() {
    let path = std::env::args_os().nth(1).expect("a file");
    let text = std::fs::read_to_string(path).expect("text in UTF-8");
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]); // with a scheme: linkify's default, said again
    finder.url_must_have_scheme(true);
    for _ in std::io::stdin().lock().lines() {
        let started = Instant::now();
        let count = finder.links(std::hint::black_box(&text)).count();
        println!("{} {}", count, started.elapsed().as_nanos());
    }
}
