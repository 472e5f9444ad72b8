// The page asks the worker for what the command prints, and shows it. Text from the input is only ever set as text.

const MARKED_LIMIT = 300_000; // bytes of text that are shown with marks; more is only listed
const ROW_LIMIT = 1_000; // rows that are shown; CSV has all
const EXAMPLE = `See http://example.org/tides (noon), and <http://example.org/chart
/quay-7>. The wiki: https://a.example/Tide_(sea), at 9.

> https://list.example/archive/2026/march/the-harbour-
> master-answers.html?page=2&sort=date#m17
`;

const get = (id) => document.getElementById(id);
const flags = [...document.querySelectorAll("[data-flag]")];
const here = new URL(".", import.meta.url).href;

// From a blob, a worker has the policy of this page; from a file it would have one of its own.
const source = new Blob([`import ${JSON.stringify(`${here}worker.js`)};`], { type: "text/javascript" });
const worker = new Worker(URL.createObjectURL(source), { type: "module" });

let file = null; // {name, bytes}: what was dropped or chosen, if the text is not what is read
let asked = { number: 0, name: "", bytes: null }; // the last question
let timer = 0;
let csv = "";

function options() {
    const chosen = flags.filter((each) => each.checked).map((each) => each.dataset.flag);
    if (get("type").value) chosen.push("--media-type", get("type").value);
    return [...chosen, get("more").value.trim()].filter(Boolean).join(" ");
}

function ask() {
    const { name, bytes } = file ?? { name: "text", bytes: new TextEncoder().encode(get("text").value) };
    asked = { number: asked.number + 1, name, bytes };
    worker.postMessage({ ...asked, options: options(), shapes: ["--format jsonl", "--format csv", "--explain"] });
    get("command").textContent = ["uri-extract", options(), quoted(name)].filter(Boolean).join(" ");
}

function soon() {
    clearTimeout(timer);
    timer = setTimeout(ask, 150);
}

const quoted = (word) => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
const quantity = (count, one, many) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

worker.onmessage = ({ data }) => {
    if (data.ready) return;
    if (data.failed) {
        get("status").textContent = `This does not work here: ${data.failed}`;
        return;
    }
    if (data.number !== asked.number) return; // an answer to what is no longer asked
    const [[status, lines, messages], [, table], [, why, whyMessages]] = data.results;
    const rows = lines.split("\n").filter(Boolean).map((line) => JSON.parse(line));
    csv = table;
    const time = `in ${Math.round(data.milliseconds)} ms`;
    const counted = status === 2 ? "" : `${quantity(rows.length, "reference", "references")} ${time}. `;
    const cut = rows.length > ROW_LIMIT ? `The first ${ROW_LIMIT.toLocaleString("en")} are shown; the CSV has all. ` : "";
    get("status").textContent = counted + cut + messages;
    get("why").textContent = why || whyMessages;
    get("fields").hidden = true;
    show(rows.slice(0, ROW_LIMIT));
};

worker.onerror = (event) => { get("status").textContent = `This does not work here: ${event.message}`; };

function show(rows) {
    const { name, bytes } = asked;
    const table = document.querySelector("#rows tbody");
    table.replaceChildren(...rows.map((row, index) => {
        const line = document.createElement("tr");
        line.id = `row-${index}`;
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = index + 1;
        button.setAttribute("aria-label", `Number ${index + 1}: all fields`);
        button.onclick = () => select(index, row);
        const place = row.line === null ? "" : `${row.line}:${row.column}`;
        const where = row.document === name ? place : [row.document, place].filter(Boolean).join(":");
        for (const content of [button, row.target ?? row.reference, where, row.delimiter, remarks(row)]) {
            line.insertCell().append(content ?? "");
        }
        return line;
    }));
    get("found").replaceChildren(...marked(bytes, rows, name));
}

function remarks(row) {
    return [
        row.wrapped && "wrapped over lines", row.defanged && "defanged", row.partial && "partial",
        row.element && `<${row.element}>`, row.text && `“${row.text}”`, ...row.errors, ...row.hazards,
        row.unwrapped && `leads to ${row.unwrapped}`,
    ].filter(Boolean).join("; ");
}

// The text in pieces, those that were found as marks. A place is in bytes of the document; one whose bytes are not what
// was found there, such as a place in an archive, is not marked.
function marked(bytes, rows, name) {
    if (bytes.length > MARKED_LIMIT) return ["The text is too long to be shown here; what was found is in the table."];
    const decoder = new TextDecoder();
    const pieces = [];
    let end = 0;
    rows.forEach((row, index) => {
        if (row.document !== name || row.start === null || row.start < end) return;
        const found = decoder.decode(bytes.subarray(row.start, row.end));
        if (found !== row.raw) return;
        const mark = document.createElement("mark");
        mark.id = `mark-${index}`;
        mark.textContent = found;
        mark.title = row.target ?? row.reference;
        mark.onclick = () => select(index, row);
        pieces.push(decoder.decode(bytes.subarray(end, row.start)), mark);
        end = row.end;
    });
    const rest = decoder.decode(bytes.subarray(end));
    return rest.includes("\0") && !pieces.length ? ["This is no text; what was found is in the table."] : [...pieces, rest];
}

function select(index, row) {
    document.querySelectorAll(".chosen").forEach((each) => each.classList.remove("chosen"));
    for (const id of [`row-${index}`, `mark-${index}`]) get(id)?.classList.add("chosen");
    const list = document.querySelector("#fields dl");
    list.replaceChildren();
    for (const [field, value] of Object.entries(row)) {
        if (value === null || value === false || (Array.isArray(value) && !value.length)) continue;
        const term = document.createElement("dt");
        const text = document.createElement("dd");
        term.textContent = field;
        text.textContent = typeof value === "object" ? JSON.stringify(value) : value;
        list.append(term, text);
    }
    get("fields").hidden = false;
    get("fields-title").textContent = `All fields of number ${index + 1}`;
    get("fields-title").focus();
}

async function read(chosen) {
    if (!chosen) return;
    file = { name: chosen.name.replaceAll("/", "_"), bytes: new Uint8Array(await chosen.arrayBuffer()) };
    get("no-file").hidden = false;
    get("text").disabled = true;
    ask();
}

get("file").onchange = () => read(get("file").files[0]);
get("no-file").onclick = () => {
    file = null;
    get("file").value = "";
    get("no-file").hidden = true;
    get("text").disabled = false;
    get("text").focus();
    ask();
};
document.ondragover = (event) => event.preventDefault();
document.ondrop = (event) => {
    event.preventDefault();
    read(event.dataTransfer.files[0]);
};

get("input").onsubmit = (event) => event.preventDefault();
get("input").oninput = (event) => { if (event.target !== get("file")) soon(); };

get("csv").onclick = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([csv], { type: "text/csv" }));
    link.download = "links.csv";
    link.click();
    URL.revokeObjectURL(link.href);
};

get("link").onclick = async () => {
    const chosen = new URLSearchParams({ text: get("text").value });
    if (options()) chosen.set("options", options());
    history.replaceState(null, "", `#${chosen}`);
    let said = "The address of this page now holds the text";
    try {
        await navigator.clipboard.writeText(location.href);
        said += ", and is copied";
    } catch { /* the address is shown in any case */ }
    get("status").textContent = `${said}.${file ? " The file is not in it." : ""}`;
};

// The fragment is never sent to a server. Options are ticked where there is a tick for them.
function restore() {
    const chosen = new URLSearchParams(location.hash.slice(1));
    let rest = ` ${chosen.get("options") ?? ""} `;
    for (const each of flags) {
        each.checked = rest.includes(` ${each.dataset.flag} `);
        rest = rest.replace(` ${each.dataset.flag} `, " ");
    }
    get("type").value = "";
    for (const { value } of get("type").options) {
        if (value && rest.includes(` --media-type ${value} `)) {
            get("type").value = value;
            rest = rest.replace(` --media-type ${value} `, " ");
        }
    }
    get("more").value = rest.trim();
    get("text").value = chosen.get("text") ?? EXAMPLE;
    ask();
}

window.onhashchange = restore;
restore();
