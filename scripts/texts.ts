import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pluralCategories } from '#lib/texts.ts'
import { type Entry, keyOfEntry, readCatalogue, writeCatalogue } from '#server/languages/catalogue-file.ts'
import { readRepository } from './check-structure.ts'
import { cataloguePath, findAllTexts, translatedLanguages } from './structure/texts.ts'

/**
 * `npm run texts` puts the texts of the code into all catalogues: new ones without a translation, and without those that
 * are no longer in the code. Translations stay.
 */
const root = join(import.meta.dirname, '..')
const { entries, violations } = findAllTexts(readRepository())
for (const { path, line, message } of violations) process.stdout.write(`${path}:${line} ${message}\n`)

for (const { tag } of translatedLanguages) {
  const path = join(root, cataloguePath(tag))
  const forms = pluralCategories(tag).length
  const old = readCatalogue(existsSync(path) ? readFileSync(path, 'utf8') : '')
  const known = new Map(old.entries.map((entry) => [keyOfEntry(entry), entry]))
  const merged: Entry[] = [...entries].map(([key, entry]) => ({ ...entry, ...known.get(key), files: entry.files }))
  const header =
    old.header || `Language: ${tag}\nContent-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=${forms};\n`
  writeFileSync(path, writeCatalogue({ header, entries: merged }, forms))
  const missing = merged.filter((entry) => entry.forms.length === 0 || entry.forms.includes('')).length
  process.stdout.write(`${tag}: ${merged.length} texts, ${missing} to translate\n`)
}
process.exitCode = violations.length === 0 ? 0 : 1
