import { basename } from 'node:path'
import { type License, licenses } from '#features/catalogue/rules.ts'
import { pictureLimits } from '#features/examples/rules.ts'
import { createPictureImport } from '#features/examples/server/import-picture.ts'
import { isAddress } from '#features/transfer/image-rules.ts'
import { type ImageCounts, importImages } from '#features/transfer/server/import-images.ts'
import {
  type ImportCounts,
  importPrompts,
  type RowImage,
  type RowPlace,
} from '#features/transfer/server/import-prompts.ts'
import type { Db } from '#platform/database/db.ts'
import { fetchOutside } from '#platform/outside-fetch.ts'
import { hooks } from '#server/hooks.ts'
import { pictureStore, readSettings } from '#server/settings/settings.ts'
import { type Command, readChoice } from './command.ts'
import { withMigratedDatabase } from './database.ts'
import { showProgress } from './progress.ts'
import { countRows, readRows } from './read-rows.ts'

export const command: Command = {
  summary: 'Adds the prompts of a file to the catalogue.',
  operands: ['FILE'],
  options: {
    licence: { type: 'string', default: 'CC0-1.0' satisfies License },
    pictures: { type: 'boolean', default: false },
  },
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
                     Default: CC0-1.0, the usual license of such files.
  --pictures         fetches the pictures whose addresses the rows name (columns image, imageAlt,
                     imageModel, imageDate), once each. Only public addresses are contacted.
                     Pictures that are files of the archive are imported without this option.`,
  async run(args) {
    const licence = readChoice(args, 'licence', licenses)
    const [file = ''] = args.operands
    const total = await countRows(file)
    const fetchesPictures = args.values.pictures === true
    const { counts, pictures } = await withMigratedDatabase((db) =>
      importFile(db, file, { total, licence, fetchesPictures }),
    )
    const done = counts.stored + counts.known + counts.refused
    console.log(`${basename(file)}: ${counts.stored} new, ${counts.known} already there, ${counts.refused} refused.`)
    if (pictures.added + pictures.failed > 0)
      console.log(`Pictures: ${pictures.added} added, ${pictures.failed} failed.`)
    if (pictures.unfetched > 0)
      console.error(`Pictures at an address: ${pictures.unfetched}. With --pictures, an import fetches missing ones.`)
    if (pictures.unread > 0)
      console.error(`Pictures named by a path: ${pictures.unread}. Import a zip that contains them.`)
    if (done < total) console.error(`Stopped with ${total - done} rows left. Run the import again to complete it.`)
    return counts.refused === 0 && pictures.failed === 0 && done === total
  },
}

type Options = { total: number; licence: License; fetchesPictures: boolean }

async function importFile(db: Db, file: string, options: Options) {
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  try {
    const images: RowImage[] = []
    const left = { unfetched: 0, unread: 0 }
    const onImage = (image: RowImage) => {
      const isAtAddress = isAddress(image.image)
      if (image.readImage || (isAtAddress && options.fetchesPictures)) images.push(image)
      else left[isAtAddress ? 'unfetched' : 'unread']++
    }
    const counts = await importRows(db, file, { ...options, onImage, signal: stop.signal })
    return { counts, pictures: { ...(await importPictures(db, images, stop.signal)), ...left } }
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

type RowOptions = Options & { onImage: (image: RowImage) => void; signal: AbortSignal }

async function importRows(
  db: Db,
  file: string,
  { total, licence, onImage, signal }: RowOptions,
): Promise<ImportCounts> {
  const progress = showProgress(total, 'rows')
  try {
    return await importPrompts(db, readRows(file), {
      licence,
      onPublished: hooks.onPublished,
      signal,
      report: {
        onRefusal: (place, reason) => progress.printLine(`${nameOf(place)} is left out. ${reason}`),
        onNote: (place, note) => progress.printLine(`${nameOf(place)}: ${note}`),
        onSameText: (place, first) => {
          const other = first.file ?? `line ${first.line}`
          progress.printLine(`${nameOf(place)} was imported, but has the same text as ${other} under another title.`)
        },
        onImage,
        onProgress: ({ stored, known, refused }) => progress.update(stored + known + refused),
      },
    })
  } finally {
    progress.end()
  }
}

/** How long fetching a picture may take, in ms. */
const fetchMs = 30_000

async function importPictures(db: Db, images: RowImage[], signal: AbortSignal): Promise<ImageCounts> {
  if (images.length === 0) return { added: 0, failed: 0 }
  const store = pictureStore(readSettings(process.env))
  const progress = showProgress(images.length, 'pictures')
  try {
    return await importImages(db, images, {
      add: createPictureImport({ db, now: () => new Date(), store }),
      fetchImage: (address) =>
        fetchOutside(address, { bytesMax: pictureLimits.bytesMax, timeoutMs: fetchMs, type: 'image/' }),
      onFailure: (place, reason) => progress.printLine(`${nameOf(place)}: its picture is left out. ${reason}`),
      onProgress: progress.update,
      signal,
    })
  } finally {
    progress.end()
  }
}

function nameOf({ line, file }: RowPlace): string {
  return file ?? `Line ${line}`
}
