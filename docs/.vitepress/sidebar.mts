// The sidebar lists every page. A page in a folder of docs/ is in the group of that folder; a page that lies
// in docs/ itself is in the group that names it, or else in the last one.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { DefaultTheme } from "vitepress";

type Group = { text: string; folder?: string; pages?: string[] };

const GROUPS: Group[] = [
  { text: "Learn", folder: "learn" },
  { text: "Reference", folder: "reference" },
  { text: "Understand", folder: "understand", pages: ["architecture", "gallery", "demo", "benchmarks"] },
  { text: "For server authors", folder: "authors" },
  { text: "Server and relay", pages: ["server", "any-language", "relay", "scale", "tasks", "waiting"] },
  { text: "In your page", pages: ["imports", "csp", "popup", "protocols", "testing"] },
  { text: "Versions, browsers, questions", pages: ["versions", "browsers", "faq"] },
  { text: "Contributing", folder: "contributing" },
];

type Page = { item: DefaultTheme.SidebarItem; order: number };

/** The groups with all pages below docs/. A folder has the order of the links in its index.md, unless `order` in the front matter says another. */
export function groupsOf(docs: string): DefaultTheme.SidebarItem[] {
  const named = GROUPS.flatMap(({ pages = [] }) => pages);
  const rest = readdirSync(docs).filter((file) => file.endsWith(".md")).map((file) => file.slice(0, -3));
  const groups = [...GROUPS, { text: "More", pages: rest.filter((name) => !named.includes(name) && name !== "index" && name !== "README") }];
  return groups.flatMap(({ text, folder, pages = [] }) => {
    const listed = pages.filter((name) => existsSync(path.join(docs, `${name}.md`))).map((name) => pageOf(docs, `${name}.md`).item);
    const items = [...(folder && existsSync(path.join(docs, folder)) ? inFolder(docs, folder) : []), ...listed];
    return items.length > 0 ? [{ text, items }] : [];
  });
}

/** The sidebar of each folder, which begins with its own group. */
export function sidebars(groups: DefaultTheme.SidebarItem[]): DefaultTheme.SidebarMulti {
  const first = (own: DefaultTheme.SidebarItem): DefaultTheme.SidebarItem[] => [own, ...groups.filter((group) => group !== own)];
  const folders = GROUPS.flatMap(({ text, folder }) => groups.filter((group) => folder && group.text === text).map((own) => [`/${folder}/`, first(own)]));
  return { ...Object.fromEntries(folders), "/": groups };
}

/** The first page of each of these groups, for the top of all pages. */
export function firstPages(groups: DefaultTheme.SidebarItem[], names: string[]): DefaultTheme.NavItemWithLink[] {
  return groups.flatMap(({ text = "", items }) => {
    const link = items?.find((item) => item.link)?.link;
    return names.includes(text) && link ? [{ text, link }] : [];
  });
}

function inFolder(docs: string, folder: string): DefaultTheme.SidebarItem[] {
  const index = ["index.md", "README.md"].map((name) => path.join(docs, folder, name)).find((file) => existsSync(file));
  const listed = index ? readFileSync(index, "utf8") : "";
  const pages = readdirSync(path.join(docs, folder), { withFileTypes: true }).flatMap((entry): Page[] => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      const items = inFolder(docs, name);
      const text = entry.name === "api" ? "API" : entry.name;
      return items.length > 0 ? [{ item: { text, items }, order: Infinity }] : [];
    }
    return entry.name.endsWith(".md") ? [pageOf(docs, name, listed.indexOf(`](${entry.name}`))] : [];
  });
  pages.sort((a, b) => Math.sign(a.order - b.order) || (a.item.text ?? "").localeCompare(b.item.text ?? "", "en"));
  return pages.map(({ item }) => item);
}

function pageOf(docs: string, name: string, place = -1): Page {
  const source = readFileSync(path.join(docs, name), "utf8");
  const front = /^---\n(.*?)\n---\n/s.exec(source)?.[1] ?? "";
  const member = (key: string): string | undefined => new RegExp(`^${key}: *(.+)$`, "m").exec(front)?.[1]?.replace(/^"(.*)"$/, "$1");
  const title = member("title") ?? /^# (.+)$/m.exec(source)?.[1];
  if (!title) {
    throw new Error(`docs/${name} has no title: begin it with a heading`);
  }
  const first = /(^|\/)(README|index)\.md$/.test(name);
  const order = Number(member("order") ?? (first ? -1 : place >= 0 ? place : Infinity));
  // A long title has its explanation after a colon.
  return { item: { text: (member("short") ?? title.split(": ")[0]!).replaceAll("`", ""), link: `/${name.replace(/(README|index)?\.md$/, "")}` }, order };
}
