import { exportFormat } from './cell-rules.ts'
import { titleOfPath } from './prompt-file-rules.ts'
import type { SourceRow } from './record-rules.ts'

/** A row of an archive, and the first heading of its file, which may be its title. */
export type AlikeRow = { row: SourceRow; heading: string | null }

/**
 * Gives the prompts whose title is only a heading that other files of the archive have too, such as “Identity and
 * purpose”, the name of their file as the title. If these files are also named alike, as in `summarize/system.md`, their
 * folder's name is used.
 */
export function distinguishTitles(rows: AlikeRow[]): void {
  const byHeading = Map.groupBy(
    rows.filter(({ row, heading }) => heading !== null && isHeaded(row, heading)),
    ({ heading }) => heading,
  )
  for (const group of byHeading.values()) {
    if (group.length === 1) continue
    const counts = new Map<string, number>()
    const namesOf = ({ row }: AlikeRow) => {
      const folders = (row.file ?? '').split('/')
      const file = titleOfPath(folders.pop() ?? '')
      return { file, folder: titleOfPath(folders.pop() ?? '') }
    }
    const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
    for (const item of group) {
      const { file, folder } = namesOf(item)
      count(`file ${file}`)
      count(`folder ${folder}`)
    }
    for (const item of group) {
      const { file, folder } = namesOf(item)
      const isUnique = counts.get(`file ${file}`) === 1
      const title =
        isUnique || folder === '' ? file : counts.get(`folder ${folder}`) === 1 ? folder : `${folder} ${file}`
      if ('fields' in item.row) item.row.fields.title = title
    }
  }
}

/** Tells whether the title of a row is the heading of its file. Our own exports name the title themselves. */
function isHeaded(row: SourceRow, heading: string | null): boolean {
  return 'fields' in row && row.fields.title === heading && row.fields.format !== exportFormat
}
