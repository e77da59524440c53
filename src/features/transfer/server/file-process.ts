import { handleTasks } from '#platform/work/work-process.ts'
import { type FileRecords, type FileTask, readFileRecords } from './file-records.ts'

// The program of the separate process in which own-record-queries.ts reads members' files.
handleTasks<FileTask, FileRecords>(readFileRecords)
