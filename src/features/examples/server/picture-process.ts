import { handleTasks } from '#server/platform/work-process.ts'
import { type EncodingResult, encodePicture } from './sharp.ts'

handleTasks<Uint8Array, EncodingResult>(encodePicture)
