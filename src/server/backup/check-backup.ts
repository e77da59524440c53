import { type BackupHeader, readHeader, readRows, refuseDamagedFile } from './backup-file.ts'

/**
 * Reads a backup to its end. Throws if the file can't be read, is damaged or has another format, if its number of rows
 * is wrong, or if a row isn't JSON.
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
