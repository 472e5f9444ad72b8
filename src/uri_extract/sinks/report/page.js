"use strict";
const MOST_IN_GROUP = 10, MOST_PRINTED = 2000, AROUND = 8;
const $ = (id) => document.getElementById(id);
const number = new Intl.NumberFormat("en").format;

/** Return an element with text in it; what comes from documents goes nowhere else. */
function make(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  if (text !== undefined && text !== null) made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** Return control characters, and those that change the direction of text, as names: nothing may disguise itself. */
function shown(text) {
  return String(text).replace(/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    (sign) => sign === "\n" ? "\u21b5" : `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Return text with its lines as they are, and other control characters as names. */
const lines = (text) => String(text).split("\n").map(shown).join("\n");

const records = [], problems = [];
let fields = [], leftOut = 0;
for (const item of JSON.parse($("records").textContent)) {
  if (item.problem) problems.push(item);
  if (item.fields) fields = item.fields;
  if (item.left_out) leftOut = item.left_out;
  if (!Array.isArray(item)) continue;
  const record = { number: records.length };
  for (let at = 0; at < fields.length; at++) record[fields[at]] = item[at];
  record.document ||= "-";
  record.scheme = (/^([a-z][a-z0-9+.-]*):/i.exec(record.target || record.reference)?.[1] ?? "").toLowerCase();
  records.push(record);
}
$("records").remove();

const OTHER = "other-host-in-text";
const list = (value) => value || [];
const reason = (error) => error.replace(/ at character \d+/, "").replace(/'[^']*'|"[^"]*"/g, "\u2026");
// Directories that all documents are in say nothing.
const common = records.reduce((prefix, { document: name }) => {
  while (!name.startsWith(prefix)) prefix = prefix.slice(0, prefix.lastIndexOf("/", prefix.length - 2) + 1);
  return prefix;
}, records.length ? records[0].document.slice(0, records[0].document.lastIndexOf("/") + 1) : "");
const short = (name) => shown(name.slice(common.length) || name);
const joined = (record) => !record.wrapped ? [] : [record.confidence ? `${Math.round(record.confidence * 100)} % sure` : "in brackets or quotes"];
const GROUPS = [
  ["Hosts", (record) => record.host ? [record.host] : []],
  ["Schemes", (record) => record.scheme ? [record.scheme] : []],
  ["Registered domains", (record) => record.domain ? [record.domain] : []],
  ["Documents", (record) => [short(record.document)]],
  ["Kinds", (record) => [record.kind]],
  ["Places", (record) => [record.attribute ? `${record.element || ""} ${record.attribute}` : record.element ? `text of ${record.element}` : record.field ? `field ${record.field}` : record.delimiter]],
  ["Joined over lines", joined],
  ["Invalid, because", (record) => list(record.errors).map(reason)],
  ["Hazards", (record) => list(record.hazards)],
];
const MARKS = (record) => [...list(record.errors).length ? ["invalid"] : [], ...list(record.hazards), ...record.wrapped ? ["joined"] : [],
  ...record.defanged ? ["defanged"] : []].join(", ");
const COLUMNS = [
  ["Reference", (record) => record.target || record.reference],
  ["Document", (record) => record.document],
  ["Line", (record) => record.line],
  ["Signs", MARKS],
  ["Text", (record) => record.text || ""],
];

let filter = null, order = null, descending = false, active = 0, visible = records;
const haystacks = records.map((record) => [record.target || "", record.reference, record.host, record.document, record.text || "",
  list(record.hazards).join(" "), list(record.errors).join(" ")].join("\n").toLowerCase());

/** Show the records that the search and the chosen group leave, in the order asked for. */
function update() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  visible = records.filter((record) => words.every((word) => haystacks[record.number].includes(word))
    && (filter === null || filter.values(record).includes(filter.value)));
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
  $("shown").textContent = visible.length === records.length ? `All ${number(records.length)} references.`
    : `${number(visible.length)} of ${number(records.length)} references${filter ? `: ${filter.title.toLowerCase()} ${shown(filter.value)}` : ""}.`;
  $("clear").hidden = filter === null && !words.length;
  $("view").setAttribute("aria-rowcount", visible.length + 1);
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

/** Return what shows a reference: a link only if that is asked for, and never one that runs a script. */
function linkOf(record) {
  const text = shown(record.target || record.reference);
  if (!$("follow").checked || !/^(https?|ftp|mailto):/i.test(record.target || "")) return document.createTextNode(text);
  return make("a", text, { href: record.target, rel: "noreferrer noopener nofollow", target: "_blank", tabindex: "-1" });
}

/** Make the rows that can be seen. */
function paint(all = false) {
  const view = $("view"), first = all ? 0 : Math.max(0, Math.floor(view.scrollTop / rowHeight) - AROUND);
  const last = all ? Math.min(visible.length, MOST_PRINTED) : Math.min(visible.length, Math.ceil((view.scrollTop + view.clientHeight) / rowHeight) + AROUND);
  $("rows").style.height = `${visible.length * rowHeight}px`;
  $("rows").replaceChildren(...visible.slice(first, last).map((record, at) => rowOf(record, first + at)));
  const chosen = $(`row-${active}`);
  if (chosen) view.setAttribute("aria-activedescendant", chosen.id); else view.removeAttribute("aria-activedescendant");
}

/** Choose a row, and bring it into view. */
function choose(at, open = false) {
  if (!visible.length) return;
  active = Math.max(0, Math.min(visible.length - 1, at));
  const view = $("view"), top = active * rowHeight, head = $("heads").offsetHeight;
  if (top < view.scrollTop) view.scrollTop = top;
  else if (top + rowHeight + head > view.scrollTop + view.clientHeight) view.scrollTop = top + rowHeight + head - view.clientHeight;
  paint();
  if (open) detail(visible[active]);
}

const SHOWN = [["Reference", "reference"], ["Target", "target"], ["Inside it", "unwrapped"], ["Kind", "kind"], ["Base from", "base_from"], ["Delimiter", "delimiter"],
  ["Header field", "field"], ["Text of the link", "text"], ["Joined at a", "wrapped"], ["Other readings", "alternates"], ["Invalid", "errors"], ["Hazards", "hazards"]];

/** Show all of a record. */
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
  $("detail").replaceChildren(make("h3", "The chosen reference"), table, copy);
}

/** Show how many records have each value, and let one be chosen. */
function groups() {
  for (const [title, values] of GROUPS) {
    const counts = new Map();
    for (const record of records) for (const value of values(record)) counts.set(value, (counts.get(value) ?? 0) + 1);
    if (!counts.size) continue;
    const most = [...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
    const group = make("div", null, { class: "group" }), items = make("ol");
    group.append(make("h3", counts.size > 1 ? `${title} (${number(counts.size)})` : title), items);
    for (const [value, count] of most.slice(0, MOST_IN_GROUP)) {
      const button = make("button", null, { type: "button", "aria-pressed": "false", title: shown(value) });
      button.append(make("span", shown(value)), make("span", number(count), { class: "count" }));
      button.style.setProperty("--share", `${100 * count / most[0][1]}%`);
      button.addEventListener("click", () => {
        const chosen = button.getAttribute("aria-pressed") === "true";
        for (const each of document.querySelectorAll('[aria-pressed="true"]')) each.setAttribute("aria-pressed", "false");
        button.setAttribute("aria-pressed", String(!chosen));
        filter = chosen ? null : { title, values, value };
        update();
      });
      const item = make("li");
      item.append(button);
      items.append(item);
    }
    if (most.length > MOST_IN_GROUP) group.append(make("p", `and ${number(most.length - MOST_IN_GROUP)} more`, { class: "faint" }));
    $("groups").append(group);
  }
}

/** Let the browser save what is shown. */
function save(name, type, text) {
  const link = make("a", null, { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
const SAVED = ["reference", "target", "document", "line", "column", "start", "kind", "delimiter", "element", "attribute", "text", "errors", "hazards"];
// A spreadsheet takes what begins so for a formula.
const cell = (value) => `"${String(value).replace(/^[=+\-@\t\r\n]/, "'$&").replaceAll('"', '""')}"`;
const plain = (record, name) => record[name] === 0 && !["line", "column", "start"].includes(name) ? null : record[name];

function start() {
  const different = new Set(records.map((record) => record.target || record.reference));
  const counts = [["References", records.length], ["Different ones", different.size], ["Documents", new Set(records.map((record) => record.document)).size],
    ["Hosts", new Set(records.map((record) => record.host).filter(Boolean)).size], ["Joined over lines", records.filter((record) => record.wrapped).length],
    ["Invalid", records.filter((record) => list(record.errors).length).length], ["With hazards", records.filter((record) => list(record.hazards).length).length],
    ["Text names another host", records.filter((record) => list(record.hazards).includes(OTHER)).length], ["Problems", problems.length]];
  for (const [name, count] of counts) {
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
  for (const { document: name, offset, problem: kind, message } of problems.slice(0, 1000)) {
    $("problem-list").append(make("li", `${shown(name ?? "-")}${offset ? `, byte ${number(offset)}` : ""}: ${shown(message)} (${kind})`));
  }
  if (problems.length > 1000) $("problem-list").append(make("li", `and ${number(problems.length - 1000)} more`));
  $("problems").hidden = !problems.length;
  $("summary").textContent = leftOut ? `${number(leftOut)} more references are not in this page, which is long enough: totals are of those that are.`
    : records.length ? `All of them are in this page.${common ? ` All documents are in ${shown(common)}` : ""}` : "None were found.";
  const view = $("view");
  let waiting = 0;
  $("search").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(update, records.length > 20000 ? 60 : 0); });
  $("controls").addEventListener("submit", (event) => event.preventDefault());
  $("follow").addEventListener("change", () => paint());
  $("clear").addEventListener("click", () => {
    filter = null;
    $("search").value = "";
    for (const each of document.querySelectorAll('[aria-pressed="true"]')) each.setAttribute("aria-pressed", "false");
    update();
    $("search").focus();
  });
  $("as-csv").addEventListener("click", () => save("references.csv", "text/csv", [SAVED.map(cell).join(","), ...visible.map((record) =>
    SAVED.map((name) => cell([plain(record, name) ?? ""].flat().join("\n"))).join(","))].join("\r\n") + "\r\n"));
  $("as-jsonl").addEventListener("click", () => save("references.jsonl", "application/jsonl", visible.map((record) =>
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
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: active - page, Home: 0, End: visible.length - 1, Enter: active }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(to, event.key === "Enter");
  });
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !/input|textarea/i.test(event.target.tagName)) { event.preventDefault(); $("search").focus(); }
  });
  rowHeight = parseFloat(getComputedStyle(document.documentElement).fontSize) * 1.9;
  update();
}
start();
