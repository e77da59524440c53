import { type BackupHeader, readHeader, readRows, refuseDamagedFile } from './backup-file.ts'

/**
 * Reads a backup to its end. Throws if the file can't be read, is damaged or has another format, if its number of rows
 * is wrong, or if a row isn't JSON. `name` is how messages name the file, if it is a temporary copy.
 */
export async function checkBackup(file: string, name = file): Promise<{ header: BackupHeader; rows: number }> {
  await refuseDamagedFile(file, name)
  const header = await readHeader(file, name)
  let rows = 0
  for await (const { lines } of readRows(file, name)) {
    for (const line of lines) JSON.parse(line)
    rows += lines.length
  }
  return { header, rows }
}
