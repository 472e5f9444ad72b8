// Run peers that are packages of Node: as peers.py, which describes input and output.
// Usage: node peers.mjs DIRECTORY, which has node_modules. With "raw" in a row, links are printed as they are in the text.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const modules = join(process.argv[2], "node_modules");
const require = createRequire(join(process.argv[2], "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const NAMED = { amp: "&", lt: "<", gt: ">", quot: '"' };
const unescape = (text) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => NAMED[name] ?? "'");

// The targets of the links in HTML that a peer made.
const anchors = (html) => [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map((match) => unescape(match[1]));

const PEERS = {
  "@asciidoctor/core": async (text) => anchors(await (await load("@asciidoctor/core")).convert(text)),
  "@deltachat/message_parser_wasm": async (text) => {
    const at = join(modules, "@deltachat/message_parser_wasm/message_parser_wasm");
    const parser = await import(pathToFileURL(`${at}.js`).href);
    parser.initSync(readFileSync(`${at}_bg.wasm`));
    return parser.parse_text(text, false).flatMap(({ t, c }) => (t === "Link" ? [c.destination.target] : []));
  },
  "ansi-to-html": async (text) => anchors(new (await load("ansi-to-html")).default().toHtml(text)),
  autolinker: async (text, base, raw) => {
    const { Autolinker } = await load("autolinker");
    if (raw) return Autolinker.parse(text, { urls: true }).map((match) => match.getMatchedText());
    return Autolinker.parse(text, { urls: true, email: true }).map((match) => match.getAnchorHref());
  },
  "linkify-it": async (text, base, raw) => {
    const { LinkifyIt } = await load("linkify-it");
    if (raw) return (new LinkifyIt({ fuzzyLink: true }).match(text) ?? []).map((match) => match.raw);
    return (new LinkifyIt().match(text) ?? []).map((match) => match.url);
  },
  "linkify-urls": async (text) => anchors((await load("linkify-urls")).linkifyUrlsToHtml(text)),
  linkifyjs: async (text, base, raw) => (await load("linkifyjs")).find(text).map((match) => match[raw ? "value" : "href"]),
  marked: async (text) => anchors((await load("marked")).marked.parse(text)),
  "micromark-extension-gfm-autolink-literal": async (text) => {
    const { micromark } = await load("micromark");
    const { gfmAutolinkLiteral, gfmAutolinkLiteralHtml } = await load("micromark-extension-gfm-autolink-literal");
    return anchors(
      micromark(text, { extensions: [gfmAutolinkLiteral()], htmlExtensions: [gfmAutolinkLiteralHtml()] }),
    );
  },
  showdown: async (text) => {
    const { Converter } = (await load("showdown")).default;
    return anchors(new Converter({ simplifiedAutoLink: true }).makeHtml(text));
  },
  simplecrawler: async (text, base) => {
    const Crawler = (await load("simplecrawler")).default;
    const { protocol, hostname, port, pathname } = new URL(base);
    const page = { protocol: protocol.slice(0, -1), host: hostname, port, path: pathname, url: base, stateData: {} };
    const crawler = new Crawler(base);
    return crawler.cleanExpandResources(crawler.discoverResources(text), page);
  },
  "twitter-text": async (text) => (await load("twitter-text")).default.extractUrls(text),
  "url-regex-safe": async (text) => text.match((await load("url-regex-safe")).default()) ?? [],
};

for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const row = JSON.parse(line);
  const { version } = JSON.parse(readFileSync(join(modules, row.peer, "package.json"), "utf8"));
  let output;
  try {
    output = await PEERS[row.peer](Buffer.from(row.data, "base64").toString("utf8"), row.base, row.raw);
  } catch (error) {
    output = [`${error.name}: ${error.message}`]; // an error is what the peer printed
  }
  console.log(JSON.stringify({ version, output }));
}
