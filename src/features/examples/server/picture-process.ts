import { handleTasks } from '#server/platform/work-process.ts'
import { type Encoded, encodePicture } from './sharp.ts'

handleTasks<Uint8Array, Encoded>(encodePicture)
