import { handleTasks } from '#platform/work/work-process.ts'
import { inspectPicture } from './picture-format.ts'
import { type EncodingResult, encodePicture } from './sharp.ts'

// The program of the separate process in which upload-picture.ts checks and encodes pictures.
handleTasks<Uint8Array, EncodingResult>(async (bytes) => {
  const inspection = inspectPicture(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return 'refusal' in inspection ? inspection : encodePicture(bytes)
})
