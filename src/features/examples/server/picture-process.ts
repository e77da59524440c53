import { handleTasks } from '#server/platform/work-process.ts'
import { type EncodingResult, encodePicture } from './sharp.ts'

// The program of the process that encodes uploaded pictures (upload-picture.ts).
handleTasks<Uint8Array, EncodingResult>(encodePicture)
