import { type BackupHeader, readHeader, readRows, refuseDamagedFile } from './backup-file.ts'

/**
 * Reads a backup to its end. Throws if the file is damaged, if its number of rows is wrong, or if a line isn't JSON.
 */
export async function checkBackup(file: string): Promise<{ header: BackupHeader; rows: number }> {
  await refuseDamagedFile(file)
  const header = await readHeader(file)
  let rows = 0
  for await (const { lines } of readRows(file)) {
    for (const line of lines) JSON.parse(line)
    rows += lines.length
  }
  return { header, rows }
}
