import { versionDigest } from '#features/catalogue/server/prompt-versions.ts'
import { BrokenFile } from '#features/transfer/record-rules.ts'
import { handleTasks } from '#platform/work/work-process.ts'
import {
  type FilePrompt,
  type GroupHead,
  type ReadCollection,
  readGroupFile,
  withoutRepeats,
} from '../group-file-rules.ts'

/** A prompt of a file with the hashes of its versions, or why it can't be imported. */
export type HashedPrompt = { file: string; title: string } & (
  | { prompt: FilePrompt; hashes: string[] }
  | { problem: string }
)
/** What a file contains, or why it can't be read. */
export type HashedFile =
  | { head: GroupHead; prompts: HashedPrompt[]; collections: ReadCollection[] }
  | { problem: string }

// The program of the separate process in which import-group.ts reads files.
handleTasks<Uint8Array<ArrayBuffer>, HashedFile>(async (bytes) => {
  try {
    const { head, prompts, collections } = await readGroupFile(new Uint8Array(bytes))
    return {
      head,
      collections,
      prompts: prompts.map((read) =>
        'problem' in read ? read : { ...read, ...withoutRepeats(read.prompt, read.prompt.versions.map(versionDigest)) },
      ),
    }
  } catch (error) {
    if (error instanceof BrokenFile) return { problem: error.message }
    throw error
  }
})
