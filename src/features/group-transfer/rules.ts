/** The first value in the file `group.json`, which says what the archive is. */
export const groupFileFormat = 'promptarium-group/1'

/**
 * The limits of a group's file, in bytes and counts. `textBytes`: its texts as JSON. An export refuses
 * what an import couldn't read.
 */
export const groupFileLimits = {
  bytes: 22_000_000,
  textBytes: 19_000_000,
  prompts: 1_000,
  collections: 100,
  versions: 7_000,
} as const

/** What an import does with a prompt or a collection of the file. */
export const importResults = ['new', 'changed', 'same', 'refused'] as const
export type ImportResult = (typeof importResults)[number]

/**
 * Compares the versions of a prompt here with those in a file, by their hashes. Returns the place here of each version of
 * the file, as far as they occur here in the same order. The others follow them: after they are added, all occur here.
 */
export function placesOfVersions(here: string[], inFile: string[]): number[] {
  const places: number[] = []
  for (const [place, hash] of here.entries()) if (hash === inFile[places.length]) places.push(place)
  return places
}
