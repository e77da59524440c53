import { basename } from 'node:path'
import { type License, licenses } from '#features/catalogue/rules.ts'
import { type ImportCounts, importPrompts, type RowPlace } from '#features/transfer/server/import-prompts.ts'
import type { Db } from '#platform/db.ts'
import { hooks } from '#server/hooks.ts'
import { type Command, readChoice } from './command.ts'
import { withMigratedDatabase } from './database.ts'
import { showProgress } from './progress.ts'
import { countRows, readRows } from './read-rows.ts'

export const command: Command = {
  summary: 'Adds the prompts of a file to the catalogue.',
  operands: ['FILE'],
  options: { licence: { type: 'string', default: 'CC0-1.0' satisfies License } },
  help: `
FILE is CSV (columns act, prompt, for_devs, type, contributor and others, in any order),
a JSON array, JSONL, or a file from export, in UTF-8. The format is detected from its content.
It can also be a single prompt (Markdown, SKILL.md, .prompt.md, .mdc, .prompt, .prompty, a slash
command in commands/), or a zip archive of such files. docs/formats.md has the details.

Rows that can't be imported are reported with their line and the reason; all others are
imported. If any row is refused, the exit status is 1. Parts of a file that aren't imported,
such as allowed-tools and hooks, are reported too. Importing a file again changes nothing. To
complete an import that was stopped, run it again.

  --licence LICENSE  the license of rows that name none: ${licenses.join(', ')}.
                     Default: CC0-1.0, the usual license of such files.`,
  async run(args) {
    const licence = readChoice(args, 'licence', licenses)
    const [file = ''] = args.operands
    const total = await countRows(file)
    const counts = await withMigratedDatabase((db) => importFile(db, file, total, licence))
    const done = counts.stored + counts.known + counts.refused
    console.log(`${basename(file)}: ${counts.stored} new, ${counts.known} already there, ${counts.refused} refused.`)
    if (done < total) console.error(`Stopped with ${total - done} rows left. Run the import again to complete it.`)
    return counts.refused === 0 && done === total
  },
}

async function importFile(db: Db, file: string, total: number, licence: License): Promise<ImportCounts> {
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  const progress = showProgress(total, 'rows')
  try {
    return await importPrompts(db, readRows(file), {
      licence,
      onPublished: hooks.onPublished,
      signal: stop.signal,
      report: {
        onRefusal: (place, reason) => progress.printLine(`${nameOf(place)} is left out. ${reason}`),
        onNote: (place, note) => progress.printLine(`${nameOf(place)}: ${note}`),
        onSameText: (place, first) => {
          const other = first.file ?? `line ${first.line}`
          progress.printLine(`${nameOf(place)} was imported, but has the same text as ${other} under another title.`)
        },
        onProgress: ({ stored, known, refused }) => progress.update(stored + known + refused),
      },
    })
  } finally {
    progress.end()
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

function nameOf({ line, file }: RowPlace): string {
  return file ?? `Line ${line}`
}
