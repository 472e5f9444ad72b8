// Runs the command in Pyodide, away from the page, which stays usable. One message in, one message out.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = new URL(".", import.meta.url).href;

const SETUP = `
import io, json, shlex, sys

sys.path.insert(0, "/package")
from uri_extract.cli import main

def printed(arguments):
    """Return the exit status of the command, its output and its messages."""
    kept = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(), "utf-8", "surrogateescape"), io.StringIO()
    try:
        try:
            status = main(arguments)
        except SystemExit as error:  # of a wrong option, or of --help
            status = error.code
        sys.stdout.flush()
        return status, sys.stdout.buffer.getvalue().decode("utf-8", "replace"), sys.stderr.getvalue()
    finally:
        sys.stdout, sys.stderr = kept

def run(name, options, shape):
    try:
        words = shlex.split(options)
    except ValueError as error:
        return json.dumps([2, "", str(error)])
    return json.dumps(printed([*words, *shape.split(), "--", name]))
`;

const started = (async () => {
    const python = await loadPyodide({ indexURL: `${here}pyodide/` });
    const answer = await fetch(`${here}uri-extract.zip`);
    if (!answer.ok) throw new Error(`uri-extract.zip: ${answer.status}`);
    python.unpackArchive(await answer.arrayBuffer(), "zip", { extractDir: "/package" });
    python.FS.mkdir("/input");
    python.FS.chdir("/input");
    python.runPython(SETUP);
    return python;
})();

started.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: String(error) }));

onmessage = async ({ data: { number, name, bytes, options, shapes } }) => {
    try {
        const python = await started;
        const began = performance.now();
        python.FS.writeFile(name, bytes);
        const run = python.globals.get("run");
        const results = shapes.map((shape) => JSON.parse(run(name, options, shape)));
        python.FS.unlink(name);
        postMessage({ number, results, milliseconds: performance.now() - began });
    } catch (error) {
        postMessage({ number, failed: String(error) });
    }
};
