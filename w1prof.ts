import { rowsOfFile } from '/work/wt/w1/src/features/transfer/file-rules.ts'
import { readRecord } from '/work/wt/w1/src/features/transfer/import-rules.ts'
import { extremeTexts } from '/work/wt/w1/test/extremes/extreme-texts.ts'
const T = extremeTexts(200_000)
const files: Record<string, (t: string) => string> = {
  'a.txt': t => t,
  'prompt.md': (text) => text,
  'front-matter.md': (text) => `---\ntitle: a title\n---\n${text}`,
  'description.md': (text) => `---\ndescription: >\n  ${text}\n---\nSay it.`,
  'unclosed.md': (text) => `---\ntitle: a title\n${text}`,
  'heading.md': (text) => `# a title\n\n${text}`,
  'SKILL.md': (text) => `---\nname: a-name\n---\n${text}`,
  'commands/a.md': (text) => `---\ndescription: a\n---\n${text}`,
  'a.prompt': (text) => `---\nmodel: a\ninput:\n  schema:\n    a: string\n---\n${text}`,
  'cell.csv': (text) => `title,content\na title,"${text.replaceAll('"', '""')}"\n`,
  'a.yaml': (text) => text,
}
const only = process.argv[2]?.split(',')
for (const [name, fileOf] of Object.entries(files)) for (const [t, text] of [...Object.entries(T), ['ticks space', '``` '.repeat(50000)], ['args', '$`1'.repeat(66000)], ['dollar1', '`$1`'.repeat(50000)]]) {
  if (only && (only[0] !== name || only[1] !== t)) continue
  let best = 1e9
  for (let i = 0; i < (only ? 8 : 2) && (best > 60 || only); i++) {
    const s = process.cpuUsage()
    try { for await (const row of rowsOfFile(name, new TextEncoder().encode(fileOf(text)))) if ('fields' in row) readRecord(row.fields, new Map()) } catch (e) { if (!/BrokenFile/.test(String(e?.name))) console.log(name, t, String(e).slice(0,100)) }
    const u = process.cpuUsage(s); best = Math.min(best, (u.user+u.system)/1000)
  }
  if (best > 60 || only) console.log(name, t, Math.round(best))
}
