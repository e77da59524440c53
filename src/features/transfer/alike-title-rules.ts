import { exportFormat } from './cell-rules.ts'
import { wordsOfFile, wordsOfFolder } from './prompt-file-rules.ts'
import type { SourceRow } from './record-rules.ts'

/** A row of an archive, and the first heading of its file, which may be its title. */
export type AlikeRow = { row: SourceRow; heading: string | null }

/**
 * Gives the prompts whose title is only a heading that other files of the archive have too, such as “Identity and
 * purpose”, the name of their file as the title. Files that are also named alike, as in `summarize/system.md`, get their
 * folder's name, or else their whole path.
 */
export function distinguishTitles(rows: AlikeRow[]): void {
  const byHeading = Map.groupBy(
    rows.filter(({ row, heading }) => heading !== null && isHeaded(row, heading)),
    ({ heading }) => heading,
  )
  for (const group of byHeading.values()) {
    if (group.length === 1) continue
    const alike = setUniqueTitles(group, (path) => path.at(-1))
    const stillAlike = setUniqueTitles(alike, (path) => path.at(-2) ?? path.at(-1))
    for (const item of stillAlike) setTitle(item, pathOf(item).join(' '))
  }
}

/** Sets the titles that no other row of the group would have too. Returns the other rows. */
function setUniqueTitles(group: AlikeRow[], titleOf: (path: string[]) => string | undefined): AlikeRow[] {
  const byTitle = Map.groupBy(group, (item) => titleOf(pathOf(item)) ?? '')
  return [...byTitle].flatMap(([title, items]) => {
    if (items.length > 1) return items
    for (const item of items) setTitle(item, title)
    return []
  })
}

/** Returns the names of the folders and of the file, as words. */
function pathOf({ row }: AlikeRow): string[] {
  const folders = (row.file ?? '').split('/')
  const file = folders.pop() ?? ''
  return [...folders.map(wordsOfFolder), wordsOfFile(file)]
}

function setTitle({ row }: AlikeRow, title: string): void {
  if ('fields' in row) row.fields.title = title
}

/** Tells whether the title of a row is the heading of its file. Our own exports name the title themselves. */
function isHeaded(row: SourceRow, heading: string | null): boolean {
  return 'fields' in row && row.fields.title === heading && row.fields.format !== exportFormat
}
