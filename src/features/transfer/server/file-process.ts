import { handleTasks } from '#platform/work-process.ts'
import { type FileRecords, type FileTask, readFileRecords } from './file-records.ts'

// The program of the separate process in which read-file.ts reads members' files.
handleTasks<FileTask, FileRecords>(readFileRecords)
