import { statfsSync } from 'node:fs'
import { StartError } from '../../start/start-error.ts'

const mib = 1024 * 1024

/** Whether an error message or code means that the disk, or the user's quota, is full. */
export function isDiskFull(text: string): boolean {
  return /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/.test(text)
}

/**
 * Whether the disk of a folder has less than 1 MiB of free space. PostgreSQL's log may not say so, because the log is on
 * the same disk.
 */
export function hasNoSpace(dataFolder: string): boolean {
  const { bavail, bsize } = statfsSync(dataFolder)
  return bavail * bsize < mib
}

export function diskFullError(dataFolder: string, cause?: unknown): StartError {
  const advice = 'Free some space (a new database takes 60 MB), or set DATA_DIR to a folder on another disk'
  return new StartError(`The disk of ${dataFolder} is full. ${advice}.`, { cause })
}

/** Turns a file system error in a data folder into a StartError. Returns any other error unchanged. */
export function explainFolderError(error: unknown, dataFolder: string): unknown {
  if (!(error instanceof Error) || error instanceof StartError) return error
  const { code = '', path = dataFolder } = error as NodeJS.ErrnoException
  if (isDiskFull(code)) return diskFullError(dataFolder, error)
  const errorFor = (what: string, advice: string) =>
    new StartError(`${what}. ${advice}, or set DATA_DIR to another folder.`, { cause: error })
  switch (code) {
    case 'EROFS':
      return errorFor(`The data folder ${dataFolder} is on a read-only file system`, 'Make it writable')
    case 'EACCES':
    case 'EPERM':
      return errorFor(`This user isn’t allowed to use ${path}`, 'Start Promptarium as the user who owns it')
    case 'ENOTDIR':
    case 'EEXIST':
      return errorFor(`The data folder ${dataFolder} can't be created: a file with this path exists`, 'Move the file')
    default:
      return error
  }
}
