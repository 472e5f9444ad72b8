"use strict";
// The most rows that are printed; rows drawn above and below the view; milliseconds that a task may block the page.
const MOST_PRINTED = 2000, AROUND = 8, SLICE = 12;
const $ = (id) => document.getElementById(id);
const number = new Intl.NumberFormat("en").format;

/** Return an element with this text. Text from documents is only inserted as text or attribute values, never as HTML. */
function make(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  if (text !== undefined && text !== null) made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** Return text in which control and invisible characters, and those that change direction, are shown as escapes. */
function shown(text) {
  return String(text).replace(/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    (sign) => sign === "\n" ? "\u21b5" : `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Return text with its line breaks, and with other control characters as escapes. */
const lines = (text) => String(text).split("\n").map(shown).join("\n");

/** Return the content of an element of JSON, and remove it from the page. */
function taken(element) {
  const data = JSON.parse(element.textContent);
  element.remove();
  return data;
}

const summary = taken($("data-summary")), problems = taken($("data-problems"));
const count = summary.references, blocks = [...document.querySelectorAll("script.rows")];
// The records of blocks that were read, and the text of each in lower case, which is searched.
const records = new Array(count), haystacks = new Array(count);

/** One row of the data; its fields are properties. */
class Row {
  constructor(number, values) { this.number = number; this.values = values; }
}
summary.fields.forEach((name, at) => Object.defineProperty(Row.prototype, name, { get() { return this.values[at]; } }));

const list = (value) => value || [];

/** Read a block of rows, unless it was read before. */
function read(block) {
  if (blocks[block] === null) return;
  const first = block * summary.block;
  taken(blocks[block]).forEach((values, at) => {
    const row = records[first + at] = new Row(first + at, values);
    haystacks[first + at] = [row.target || "", row.reference, row.host, row.document, row.text || "", list(row.hazards).join(" "),
      list(row.errors).join(" ")].join("\n").toLowerCase();
  });
  blocks[block] = null;
}

/** Return a record. */
function recordOf(number) {
  read(Math.floor(number / summary.block));
  return records[number];
}

/** Return all records. */
function all() {
  for (let block = 0; block < blocks.length; block++) read(block);
  return records;
}

/** Read all blocks from this one on, a few at a time, so that the page stays responsive. */
function readOn(block) {
  for (const until = performance.now() + SLICE; block < blocks.length && performance.now() < until; block++) read(block);
  if (block < blocks.length) setTimeout(readOn, 0, block);
  else performance.mark("searchable");
}

// The directory that contains all documents is not shown in each row.
const short = (name) => shown(name.slice(summary.directory.length) || name);
const MARKS = (record) => [...list(record.errors).length ? ["invalid"] : [], ...list(record.hazards), ...record.wrapped ? ["joined"] : [],
  ...record.defanged ? ["defanged"] : []].join(", ");
const COLUMNS = [
  ["Reference", (record) => record.target || record.reference],
  ["Document", (record) => record.document],
  ["Line", (record) => record.line],
  ["Signs", MARKS],
  ["Text", (record) => record.text || ""],
];

// The visible records: null for all of them, as long as nothing is searched, chosen or sorted; otherwise a list.
let filter = null, order = null, descending = false, active = 0, visible = null;
const visibleCount = () => visible === null ? count : visible.length;
const visibleAt = (at) => visible === null ? recordOf(at) : visible[at];
/** Show the records that match the search and the chosen group, in the chosen order. */
function update() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  visible = !words.length && filter === null && order === null ? null : all().filter((record) =>
    words.every((word) => haystacks[record.number].includes(word)) && (filter === null || [record[filter.field]].flat().includes(filter.value)));
  if (order !== null) {
    const value = COLUMNS[order][1];
    const keys = new Map(visible.map((record) => [record, value(record)]));
    visible.sort((one, other) => {
      const a = keys.get(one), b = keys.get(other);
      return (a < b ? -1 : a > b ? 1 : one.number - other.number) * (descending ? -1 : 1);
    });
  }
  active = 0;
  $("view").scrollTop = 0;
  $("shown").textContent = visibleCount() === count ? `All ${number(count)} references.`
    : `${number(visibleCount())} of ${number(count)} references${filter ? `: ${filter.title.toLowerCase()} ${shown(filter.value)}` : ""}.`;
  $("clear").hidden = filter === null && !words.length;
  $("view").setAttribute("aria-rowcount", visibleCount() + 1);
  $("detail").replaceChildren();
  paint();
}

let rowHeight = 30;
/** Return a row of the table. */
function rowOf(record, at) {
  const row = make("div", null, { role: "row", class: "row", id: `row-${at}`, "aria-rowindex": at + 2, "aria-selected": at === active });
  row.style.top = `${at * rowHeight}px`;
  row.dataset.at = at;
  const uri = make("div", null, { role: "gridcell", class: "uri" });
  uri.append(linkOf(record));
  row.append(uri, make("div", short(record.document), { role: "gridcell", title: shown(record.document) }), make("div", record.line > 0 ? number(record.line) : "", { role: "gridcell" }),
    make("div", MARKS(record), { role: "gridcell", class: "warn" }), make("div", shown(record.text || ""), { role: "gridcell", class: "faint" }));
  return row;
}

/** Return a node that shows a reference: a link only if the user enabled links and its scheme cannot run a script. */
function linkOf(record) {
  const text = shown(record.target || record.reference);
  if (!$("follow").checked || !/^(https?|ftp|mailto):/i.test(record.target || "")) return document.createTextNode(text);
  return make("a", text, { href: record.target, rel: "noreferrer noopener nofollow", target: "_blank", tabindex: "-1" });
}

/** Draw the rows in view. */
function paint(printed = false) {
  const view = $("view"), first = printed ? 0 : Math.max(0, Math.floor(view.scrollTop / rowHeight) - AROUND);
  const last = Math.min(visibleCount(), printed ? MOST_PRINTED : Math.ceil((view.scrollTop + view.clientHeight) / rowHeight) + AROUND);
  const rows = [];
  for (let at = first; at < last; at++) rows.push(rowOf(visibleAt(at), at));
  $("rows").style.height = `${visibleCount() * rowHeight}px`;
  $("rows").replaceChildren(...rows);
  const chosen = $(`row-${active}`);
  if (chosen) view.setAttribute("aria-activedescendant", chosen.id); else view.removeAttribute("aria-activedescendant");
}

/** Select a row, and scroll it into view. */
function choose(at, open = false) {
  if (!visibleCount()) return;
  active = Math.max(0, Math.min(visibleCount() - 1, at));
  const view = $("view"), top = active * rowHeight, head = $("heads").offsetHeight;
  if (top < view.scrollTop) view.scrollTop = top;
  else if (top + rowHeight + head > view.scrollTop + view.clientHeight) view.scrollTop = top + rowHeight + head - view.clientHeight;
  paint();
  if (open) detail(visibleAt(active));
}

const SHOWN = [["Reference", "reference"], ["Target", "target"], ["Inside it", "unwrapped"], ["Kind", "kind"], ["Base from", "base_from"], ["Delimiter", "delimiter"],
  ["Header field", "field"], ["Text of the link", "text"], ["Joined at a", "wrapped"], ["Other readings", "alternates"], ["Invalid", "errors"], ["Hazards", "hazards"]];

/** Show all fields of a record. */
function detail(record) {
  const table = make("dl");
  const place = [record.document, record.line > 0 ? `line ${record.line}, column ${record.column}` : "", record.start >= 0 ? `byte ${record.start}` : ""];
  const inside = [record.element, record.attribute].filter(Boolean).join(" ");
  const add = (name, value, style = "") => table.append(make("dt", name), Object.assign(make("dd", value), { className: style }));
  add("Found in", shown([...place, inside].filter(Boolean).join(", ")));
  for (const [title, name] of SHOWN) {
    const value = Array.isArray(record[name]) ? record[name].join("\n") : record[name];
    if (value) add(title, lines(value), /reference|target|unwrapped|alternates/.test(name) ? "uri" : "");
  }
  if (record.before !== undefined) {
    const around = make("dd");
    around.append(lines(record.before || ""), make("mark", shown(record.reference)), lines(record.after || ""));
    table.append(make("dt", "In its text"), around);
  }
  const copy = make("button", "Copy", { type: "button" });
  copy.addEventListener("click", () => navigator.clipboard?.writeText(record.target || record.reference));
  $("detail").replaceChildren(make("h3", "Selected reference"), table, copy);
}

/** Show how many records have each value; choosing a value filters the table. */
function groups() {
  for (const { title, field, different, most } of summary.groups) {
    if (!different) continue;
    const group = make("div", null, { class: "group" }), items = make("ol"), label = field === "document" ? short : shown;
    group.append(make("h3", different > 1 ? `${title} (${number(different)})` : title), items);
    for (const [value, count] of most) {
      const button = make("button", null, { type: "button", "aria-pressed": "false", title: shown(value) });
      button.append(make("span", label(value)), make("span", number(count), { class: "count" }));
      button.style.setProperty("--share", `${100 * count / most[0][1]}%`);
      button.addEventListener("click", () => {
        const chosen = button.getAttribute("aria-pressed") === "true";
        for (const each of document.querySelectorAll('[aria-pressed="true"]')) each.setAttribute("aria-pressed", "false");
        button.setAttribute("aria-pressed", String(!chosen));
        filter = chosen ? null : { title, field, value };
        update();
      });
      const item = make("li");
      item.append(button);
      items.append(item);
    }
    if (different > most.length) group.append(make("p", `and ${number(different - most.length)} more`, { class: "faint" }));
    $("groups").append(group);
  }
}

/** Let the browser save a text as a file. */
function save(name, type, text) {
  const link = make("a", null, { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
const SAVED = ["reference", "target", "document", "line", "column", "start", "kind", "delimiter", "element", "attribute", "text", "errors", "hazards"];
// A spreadsheet reads a cell that begins with one of these as a formula, and some split it before the others.
const cell = (value) => `"${String(value).replace(/([;\t\r\n])(?="*[=+\-@＝＋－＠])/g, "$1'").replace(/^[=+\-@\t\r\n＝＋－＠]/, "'$&").replaceAll('"', '""')}"`;
const plain = (record, name) => record[name] === 0 && !["line", "column", "start"].includes(name) ? null : record[name];

function start() {
  for (const [name, count] of [...summary.totals, ["Problems", summary.problems]]) {
    const pair = make("div");
    pair.append(make("dt", name), make("dd", number(count)));
    $("totals").append(pair);
  }
  groups();
  COLUMNS.forEach(([name], at) => {
    const head = make("div", null, { role: "columnheader", "aria-sort": "none" }), button = make("button", name, { type: "button" });
    button.addEventListener("click", () => {
      descending = order === at && !descending;
      order = at;
      for (const each of $("heads").children) each.setAttribute("aria-sort", "none");
      head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      update();
    });
    head.append(button);
    $("heads").append(head);
  });
  for (const { document: name, offset, problem: kind, message } of problems) {
    $("problem-list").append(make("li", `${shown(name ?? "-")}${offset ? `, byte ${number(offset)}` : ""}: ${shown(message)} (${kind})`));
  }
  if (summary.problems > problems.length) $("problem-list").append(make("li", `and ${number(summary.problems - problems.length)} more`));
  $("problems").hidden = !problems.length;
  $("summary").textContent = summary.left_out ? `${number(summary.left_out)} more references were left out to keep this page small; the totals do not count them.`
    : count ? `This page contains all references.${summary.directory.length > 1 ? ` All documents are in ${shown(summary.directory)}` : ""}` : "None were found.";
  const view = $("view");
  let waiting = 0;
  $("search").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(update, count > 20000 ? 60 : 0); });
  $("controls").addEventListener("submit", (event) => event.preventDefault());
  $("follow").addEventListener("change", () => paint());
  $("clear").addEventListener("click", () => {
    filter = null;
    $("search").value = "";
    for (const each of document.querySelectorAll('[aria-pressed="true"]')) each.setAttribute("aria-pressed", "false");
    update();
    $("search").focus();
  });
  $("as-csv").addEventListener("click", () => save("references.csv", "text/csv", [SAVED.map(cell).join(","), ...(visible ?? all()).map((record) =>
    SAVED.map((name) => cell([plain(record, name) ?? ""].flat().join("\n"))).join(","))].join("\r\n") + "\r\n"));
  $("as-jsonl").addEventListener("click", () => save("references.jsonl", "application/jsonl", (visible ?? all()).map((record) =>
    JSON.stringify(Object.fromEntries(SAVED.map((name) => [name, plain(record, name)])))).join("\n") + "\n"));
  view.addEventListener("scroll", () => requestAnimationFrame(() => paint()), { passive: true });
  addEventListener("resize", () => paint());
  addEventListener("beforeprint", () => paint(true));
  addEventListener("afterprint", () => paint());
  $("rows").addEventListener("click", (event) => {
    const row = event.target.closest(".row");
    if (row && !event.target.closest("a")) choose(Number(row.dataset.at), true);
  });
  view.addEventListener("keydown", (event) => {
    if (event.target !== view) return;
    const page = Math.max(1, Math.floor(view.clientHeight / rowHeight) - 2);
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: active - page, Home: 0, End: visibleCount() - 1, Enter: active }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(to, event.key === "Enter");
  });
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !/input|textarea/i.test(event.target.tagName)) { event.preventDefault(); $("search").focus(); }
  });
  rowHeight = parseFloat(getComputedStyle(document.documentElement).fontSize) * 1.9;
  update();
  performance.mark("shown");
  setTimeout(readOn, 0, 0);
}
start();
