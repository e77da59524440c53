import { answerWork } from '#server/platform/work-process.ts'
import { type Encoded, encodePicture } from './sharp.ts'

answerWork<Uint8Array, Encoded>(encodePicture)
