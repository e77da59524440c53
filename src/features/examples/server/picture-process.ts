import { handleTasks } from '#server/platform/work-process.ts'
import { type EncodingResult, encodePicture } from './sharp.ts'

// The program of the separate process in which upload-picture.ts encodes pictures.
handleTasks<Uint8Array, EncodingResult>(encodePicture)
