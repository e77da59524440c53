import { handleTasks } from '#server/platform/work-process.ts'
import { type EncodingResult, encodePicture } from './sharp.ts'

// Runs in the separate process that encodes uploaded pictures (upload-picture.ts starts it).
handleTasks<Uint8Array, EncodingResult>(encodePicture)
