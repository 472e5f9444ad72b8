"use strict";
// The most rows that are printed, and values of a group that are listed; rows drawn above and below the view;
// milliseconds that a task may block the page, and that counts wait for more input.
const MOST_PRINTED = 2000, MOST_LISTED = 1000, AROUND = 8, SLICE = 12, PAUSE = 150;
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
  return String(text).replace(/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu,
    (sign) => sign === "\n" ? "\u21b5" : `\\u${sign.codePointAt(0).toString(16).padStart(4, "0")}`);
}

/** Return text with its line breaks and tabs, and with other control characters as escapes. */
const lines = (text) => String(text).replace(/[^\n\t]+/g, shown);

/** Return the content of an element of JSON, and remove it from the page. */
function taken(element) {
  const data = JSON.parse(element.textContent);
  element.remove();
  return data;
}

const summary = taken($("data-summary")), problems = taken($("data-problems"));
const groups = summary.groups.filter(({ different }) => different);
const count = summary.references, blocks = [...document.querySelectorAll("script.rows")];
// The records of blocks that were read.
const records = new Array(count);
const list = (value) => value || [];
const searched = (...texts) => texts.flat().filter(Boolean).join("\n").toLowerCase();

/** One row of the data. Its fields, and those that it shares with other rows of its document, are properties. */
class Row {
  constructor(number, values, shared) {
    Object.assign(this, { number, values, shared });
    this.searched = searched(this.unwrapped, this.target, this.reference, this.host, this.text, this.hazards, this.errors, this.rewriter);
  }
  has(word) { return this.searched.includes(word) || this.shared.searched.includes(word); }
  get leadsTo() { return this.unwrapped || this.target || this.reference; }
}
summary.fields.forEach((name, at) => Object.defineProperty(Row.prototype, name, { get() { return this.values[at]; } }));
for (const name of summary.shared) Object.defineProperty(Row.prototype, name, { get() { return this.shared[name]; } });

/** Read a block of rows, unless it was read before. What rows share is an object that precedes them. */
function read(block) {
  if (blocks[block] === null) return;
  let at = block * summary.block, shared;
  for (const item of taken(blocks[block])) {
    if (Array.isArray(item)) records[at] = new Row(at++, item, shared);
    else shared = { ...item, searched: searched(Object.values(item)) };
  }
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

/** Return a name without the directory that contains all documents, and without the middle of what is still long. */
function brief(name, most = Infinity) {
  const rest = name.startsWith(summary.directory) ? name.slice(summary.directory.length) || name : name;
  if (rest.length <= most) return shown(rest);
  const end = rest.slice(-most * 3 / 4), slash = end.slice(0, -most / 4).indexOf("/");
  return shown(`${rest.slice(0, most / 4)}…${end.slice(Math.max(0, slash))}`);
}

/** Return the sentence that explains a hazard, and the name of a hazard with it. */
const sentence = (name) => `${(summary.hazards[name] || name).replace(/^./, (first) => first.toUpperCase())}.`;
const explained = (name) => `${name}: ${sentence(name)}`;
const signs = (record) => [...list(record.errors).length ? ["invalid"] : [], ...list(record.hazards), ...record.rewriter ? ["rewritten"] : [],
  ...record.wrapped ? ["joined"] : [], ...record.defanged ? ["defanged"] : []];
// The title of each column, the least of its width in rem and its share of what is left, what it is sorted by (empty values are last), the text of a cell, and its title.
// A column with a field is left out if no record has it.
const COLUMNS = [
  { name: "Link", width: [19, 5], key: (record) => record.leadsTo },
  { name: "Text", field: "text", width: [6, 2] },
  { name: "Signs", width: [8, 1.5], key: (record) => signs(record).join(", "), title: (record) => list(record.hazards).map(explained).join("\n") },
  { name: "From", field: "sender", width: [7.5, 2] },
  { name: "Subject", field: "subject", width: [7.5, 2] },
  { name: "Date", field: "captured_at", width: [6.6, 1.2], key: (record) => Date.parse(record.captured_at) || "", text: (record) => (record.captured_at || "").slice(0, 10) },
  { name: "Found in", width: [8, 2], key: (record) => record.source_url || record.document, text: (record) => record.source_url ? shown(record.source_url) : brief(record.document) },
  { name: "Line", width: [4, .6], key: (record) => record.line > 0 ? record.line : "", text: (record) => record.line > 0 ? number(record.line) : "" },
].filter(({ field }) => !field || summary.columns.includes(field)).map(({ key, text, title, ...column }) => {
  key ??= (record) => record[column.field] || "";
  return { ...column, key, text: text ?? ((record) => shown(key(record))), title: title ?? ((record) => shown(column.field ? record[column.field] || "" : key(record))), style: column.name.toLowerCase().replace(" ", "-") };
});

// What may be chosen: totals with what is true of their records, and fields of groups; each as the end of "those ...".
const TOTALS = {
  "With hazards": ["with a hazard", (record) => list(record.hazards).length > 0],
  "Text names another host": ["whose text names another host", (record) => list(record.hazards).includes("other-host-in-text")],
  "Rewritten": ["that were rewritten", (record) => Boolean(record.rewriter)],
  "Joined over lines": ["that were joined over lines", (record) => Boolean(record.joined)],
  "Invalid": ["that are invalid", (record) => list(record.errors).length > 0],
};
const FIELDS = {
  domain: "with the registered domain", host: "with the host", hazards: "with the hazard", rewriter: "rewritten by", sender: "from", source_url: "on the page",
  document: "in the document", place: "found in", scheme: "with the scheme", kind: "of the kind", joined: "joined over lines,", reasons: "invalid because of",
};
const NOTES = { domain: "where links lead, without rewriters", host: "where links lead, without rewriters" };

// The values that are chosen, by total or field: one of each must match. The groups of which all values are listed.
const chosen = new Map(), expanded = new Set();
const valuesOf = (record, key) => key in TOTALS ? [TOTALS[key][1](record)] : [record[key] || []].flat();
const matches = (record, key) => valuesOf(record, key).some((value) => chosen.get(key).has(value));
const words = () => $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
const labelOf = (field, value) => field === "document" ? brief(value) : shown(value);

/** Choose a value, or no longer. */
function toggle(key, value) {
  const values = chosen.get(key) || new Set();
  if (!values.delete(value)) values.add(value);
  if (values.size) chosen.set(key, values); else chosen.delete(key);
  update();
}

/** Return a button that chooses a value. */
function choice(key, value, ...content) {
  const button = make("button", null, { type: "button", title: value === true ? "" : shown(value), "aria-pressed": Boolean(chosen.get(key)?.has(value)) });
  Object.assign(button, { key, picks: value });
  button.append(...content);
  button.addEventListener("click", () => toggle(key, value));
  return button;
}

// The visible records: null for all of them, as long as nothing is searched, chosen or sorted; otherwise a list.
let order = null, descending = false, active = 0, visible = null, pending = 0;
const visibleCount = () => visible === null ? count : visible.length;
const visibleAt = (at) => visible === null ? recordOf(at) : visible[at];

/** Show the records that match the search and what is chosen, in the chosen order. */
function update() {
  const wanted = words(), keys = [...chosen.keys()];
  visible = !wanted.length && !keys.length && order === null ? null
    : all().filter((record) => wanted.every((word) => record.has(word)) && keys.every((key) => matches(record, key)));
  if (order !== null) {
    const sorted = new Map(visible.map((record) => [record, order.key(record)]));
    visible.sort((one, other) => {
      const a = sorted.get(one), b = sorted.get(other);
      return a === b ? one.number - other.number : a === "" || b === "" ? (a === "" ? 1 : -1) : (a < b) === descending ? 1 : -1;
    });
  }
  active = 0;
  $("view").scrollTop = 0;
  describe(wanted);
  $("view").setAttribute("aria-rowcount", visibleCount() + 1);
  $("detail").replaceChildren();
  for (const each of document.querySelectorAll("[aria-pressed]")) each.setAttribute("aria-pressed", Boolean(chosen.get(each.key)?.has(each.picks)));
  paint();
  clearTimeout(pending);
  pending = setTimeout(recount, PAUSE);
}

/** Say how many records are shown, and which; each choice is a button that undoes it. */
function describe(wanted) {
  const said = [];
  for (const [key, values] of chosen) {
    const each = TOTALS[key]?.[0] ?? `${FIELDS[key]} ${[...values].map((value) => labelOf(key, value)).join(" or ")}`;
    const button = make("button", each, { type: "button", class: "chosen", title: "Undo" });
    button.addEventListener("click", () => { chosen.delete(key); update(); });
    said.push(button);
  }
  if (wanted.length) said.push(`with ${wanted.map((word) => `\u201c${shown(word)}\u201d`).join(" and ")}`);
  $("shown").replaceChildren(said.length ? `${number(visibleCount())} of ${number(count)}: those ` : `All ${number(count)} references.`,
    ...said.flatMap((each, at) => at ? [" and ", each] : [each]));
  $("clear").hidden = !said.length;
}

let rowHeight = 30;
/** Measure the height of a row, which depends on the width of the window. */
function measure() {
  rowHeight = parseFloat(getComputedStyle($("view")).getPropertyValue("--row")) * parseFloat(getComputedStyle(document.documentElement).fontSize);
  paint();
}

/** Return a row of the table. */
function rowOf(record, at) {
  const row = make("div", null, { role: "row", class: "row", id: `row-${at}`, "aria-rowindex": at + 2, "aria-selected": at === active });
  row.style.top = `${at * rowHeight}px`;
  row.dataset.at = at;
  for (const { style, text, title } of COLUMNS) {
    const cell = make("div", null, { role: "gridcell", class: style, title: title(record) });
    if (style === "link") cell.append(linkOf(record));
    else if (style === "found-in" && !record.source_url) cell.append(make("bdi", text(record), { class: "path", dir: "ltr" }));
    else cell.textContent = text(record);
    row.append(cell);
  }
  return row;
}

/** Return a node that shows where a reference leads: a link only if the user enabled links and its scheme cannot run a script. */
function linkOf(record) {
  const text = shown(record.leadsTo);
  if (!$("follow").checked || !/^(https?|ftp|mailto):/i.test(record.leadsTo)) return document.createTextNode(text);
  return make("a", text, { href: record.leadsTo, rel: "noreferrer noopener nofollow", target: "_blank", tabindex: "-1" });
}

/** Draw the rows in view. */
function paint(printed = false) {
  const view = $("view"), first = printed ? 0 : Math.max(0, Math.floor(view.scrollTop / rowHeight) - AROUND);
  const last = Math.min(visibleCount(), printed ? MOST_PRINTED : Math.ceil((view.scrollTop + view.clientHeight) / rowHeight) + AROUND);
  const rows = [];
  for (let at = first; at < last; at++) rows.push(rowOf(visibleAt(at), at));
  $("rows").style.height = `${visibleCount() * rowHeight}px`;
  $("rows").replaceChildren(...rows);
  const selected = $(`row-${active}`);
  if (selected) view.setAttribute("aria-activedescendant", selected.id); else view.removeAttribute("aria-activedescendant");
  if (printed) $("printed").textContent = `${last < visibleCount() ? `Printed are the first ${number(last)} of these ${number(visibleCount())} references` : `Printed are all ${number(last)} of these references`}`
    + ", without the fields and the surrounding text that selecting one shows. \u201cSave as CSV\u201d has all references.";
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

const SHOWN = [["Leads to", "unwrapped"], ["Rewritten by", "rewriter"], ["Reference", "reference"], ["Target", "target"], ["Text of the link", "text"], ["Hazards", "hazards"], ["Invalid", "errors"],
  ["From", "sender"], ["Subject", "subject"], ["Date", "captured_at"], ["Page", "source_url"], ["Attachment", "filename"], ["Message-ID", "message_id"], ["Media type", "media_type"], ["Header field", "field"],
  ["Kind", "kind"], ["Base from", "base_from"], ["Delimiter", "delimiter"], ["Joined at a", "wrapped"], ["Other readings", "alternates"]];

/** Show all fields of a record. */
function detail(record) {
  const table = make("dl");
  const place = [record.document, record.line > 0 ? `line ${record.line}, column ${record.column}` : "", record.start >= 0 ? `byte ${record.start}` : ""];
  const inside = [record.element, record.attribute].filter(Boolean).join(" ");
  const add = (name, value, style = "") => table.append(make("dt", name), Object.assign(make("dd", value), { className: style }));
  add("Found in", shown([...place, inside].filter(Boolean).join(", ")));
  for (const [title, name] of SHOWN) {
    const values = [record[name] || []].flat();
    if (values.length && !(name === "target" && record.target === record.reference)) {
      add(title, lines((name === "hazards" ? values.map(explained) : values).join("\n")), /reference|target|unwrapped|alternates/.test(name) ? "uri" : "");
    }
  }
  if (record.before !== undefined) {
    const around = make("dd");
    around.append(lines(record.before || ""), make("mark", shown(record.reference)), lines(record.after || ""));
    table.append(make("dt", "In its text"), around);
  }
  const copy = make("button", "Copy", { type: "button" });
  copy.addEventListener("click", () => navigator.clipboard?.writeText(record.leadsTo));
  $("detail").replaceChildren(make("h3", "Selected reference"), table, copy);
  $("detail").scrollIntoView({ block: "nearest" });
}

/** Return how many records have each value of each group; what is chosen in a group does not restrict its own values. */
function counts() {
  const wanted = words(), keys = [...chosen.keys()], found = new Map(groups.map(({ field }) => [field, new Map()]));
  for (const record of all()) {
    if (!wanted.every((word) => record.has(word))) continue;
    const others = keys.filter((key) => !matches(record, key));
    if (others.length > 1) continue;
    for (const [field, values] of found) {
      if (others.length && others[0] !== field) continue;
      for (const value of valuesOf(record, field)) values.set(value, (values.get(value) || 0) + 1);
    }
  }
  return found;
}

/** Count what the groups show again, and leave the focus and the place of its button as they are. */
function recount() {
  const focused = document.activeElement, top = focused.getBoundingClientRect().top;
  const found = words().length || chosen.size || expanded.size ? counts() : null;
  for (const group of groups) {
    const values = found?.get(group.field);
    drawGroup(group, values ? [...values].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)) : group.most, values ? values.size : group.different);
  }
  if (focused.isConnected || focused.key === undefined) return;
  const again = [...document.querySelectorAll(".group button")].find((each) => each.key === focused.key && each.picks === focused.picks);
  again?.focus({ preventScroll: true });
  if (again) scrollBy(0, again.getBoundingClientRect().top - top);
}

/** Show the values of a group; choosing one filters the table. */
function drawGroup({ title, field }, values, different) {
  const group = $(`group-${field}`), items = make("ol"), all = expanded.has(field), listed = values.slice(0, all ? MOST_LISTED : 10);
  for (const value of list(chosen.get(field))) if (!listed.some(([each]) => each === value)) listed.push(values.find(([each]) => each === value) || [value, 0]);
  for (const [value, count] of listed) {
    const button = choice(field, value, make("span", labelOf(field, value)), make("span", number(count), { class: "count" }));
    if (field === "hazards") button.append(make("small", sentence(value)));
    button.style.setProperty("--share", `${100 * count / (values[0]?.[1] || 1)}%`);
    const item = make("li");
    item.append(button);
    items.append(item);
  }
  const more = different - listed.length;
  const button = make("button", all ? "Show fewer" : different > MOST_LISTED ? `Show ${number(MOST_LISTED)}` : "Show all", { type: "button", class: "more" });
  const rest = make("p", more > 0 ? `and ${number(more)} more ` : "", { class: "faint" });
  rest.append(button);
  Object.assign(button, { key: field });
  button.addEventListener("click", () => { if (!expanded.delete(field)) expanded.add(field); recount(); });
  group.replaceChildren(make("h3", `${title}${different === 1 ? "" : ` (${number(different)})`}`), ...NOTES[field] ? [make("p", NOTES[field], { class: "faint" })] : [], items,
    ...all || more > 0 ? [rest] : []);
}

/** Let the browser save a text as a file. */
function save(name, type, text) {
  const link = make("a", null, { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
const SAVED = ["reference", "target", "unwrapped", "rewriter", "host", "domain", "sender", "subject", "captured_at", "source_url", "document", "line", "column", "start", "kind", "delimiter", "element", "attribute",
  "text", "errors", "hazards", "message_id", "filename"];
// A spreadsheet reads a cell that begins with one of these as a formula, and some split it before the others.
const cell = (value) => `"${String(value).replace(/([;\t\r\n])(?="*[=+\-@＝＋－＠])/g, "$1'").replace(/^[=+\-@\t\r\n＝＋－＠]/, "'$&").replaceAll('"', '""')}"`;
const plain = (record, name) => record[name] === 0 && !["line", "column", "start"].includes(name) ? null : record[name] ?? null;

/** Show the totals. One that counts some of the references chooses them, and one of a group leads to it. */
function totals() {
  const places = { "Registered domains": "group-domain", Hosts: "group-host", Documents: "group-document", Problems: "problems" };
  for (const [name, count] of Object.entries({ ...summary.totals, Problems: summary.problems })) {
    if (!count && name === "Registered domains") continue; // these need the extra "psl"
    const item = make("li"), total = count && name in TOTALS ? choice(name, true) : count && name in places ? make("a", null, { href: `#${places[name]}` }) : make("div");
    total.append(make("span", name), make("b", number(count)));
    item.append(total);
    $("totals").append(item);
  }
}

/** Make the heads of columns: a click sorts, a second one the other way, a third one not at all. */
function heads() {
  for (const column of COLUMNS) {
    const head = make("div", null, { role: "columnheader", class: column.style, "aria-sort": "none" }), button = make("button", column.name, { type: "button" });
    button.addEventListener("click", () => {
      const again = order === column && descending;
      descending = order === column && !descending;
      order = again ? null : column;
      for (const each of $("heads").children) each.setAttribute("aria-sort", "none");
      if (order) head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      update();
    });
    head.append(button);
    $("heads").append(head);
  }
  $("view").style.setProperty("--columns", COLUMNS.map(({ width: [least, share] }) => `minmax(${least}rem, ${share}fr)`).join(" "));
  $("view").style.setProperty("--printed", COLUMNS.slice(1).map(({ width: [, share] }) => `minmax(0, ${share}fr)`).join(" "));
}

/** List the problems. */
function listProblems() {
  for (const { document: name, offset, problem: kind, message } of problems) {
    const row = make("tr");
    row.append(make("td", brief(name ?? "-", 60), { title: shown(name ?? "-") }), make("td", shown(kind)), make("td", offset ? `byte ${number(offset)}` : ""), make("td", shown(message)));
    $("problem-list").append(row);
  }
  if (summary.problems > problems.length) $("problem-list").insertRow().append(make("td", `and ${number(summary.problems - problems.length)} more`, { colspan: 4 }));
  $("problems").hidden = !problems.length;
}

function start() {
  document.querySelector("main").hidden = false;
  for (const { field } of groups) $("groups").append(make("div", null, { class: "group", id: `group-${field}` }));
  totals();
  heads();
  listProblems();
  $("summary").textContent = summary.left_out ? `${number(summary.left_out)} more references were left out to keep this page small; the totals do not count them.`
    : count ? `This page contains all references.${summary.directory.length > 1 ? ` All documents are in ${shown(summary.directory)}` : ""}` : "None were found.";
  const view = $("view");
  let waiting = 0;
  $("search").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(update, count > 20000 ? 60 : 0); });
  $("controls").addEventListener("submit", (event) => event.preventDefault());
  $("follow").addEventListener("change", () => paint());
  $("clear").addEventListener("click", () => {
    chosen.clear();
    $("search").value = "";
    update();
    $("search").focus();
  });
  $("as-csv").addEventListener("click", () => save("references.csv", "text/csv", [SAVED.map(cell).join(","), ...(visible ?? all()).map((record) =>
    SAVED.map((name) => cell([plain(record, name) ?? ""].flat().join("\n"))).join(","))].join("\r\n") + "\r\n"));
  $("as-jsonl").addEventListener("click", () => save("references.jsonl", "application/jsonl", (visible ?? all()).map((record) =>
    JSON.stringify(Object.fromEntries(SAVED.map((name) => [name, plain(record, name)])))).join("\n") + "\n"));
  view.addEventListener("scroll", () => requestAnimationFrame(() => paint()), { passive: true });
  addEventListener("resize", measure);
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
  update();
  measure();
  recount();
  performance.mark("shown");
  setTimeout(readOn, 0, 0);
}
start();
