import type { Violation } from './source.ts'

const rule = 'A broken unique key is read by its name'
const keyReaderFile = 'src/server/platform/db.ts'

/** Forbids checks of 23505, which PostgreSQL uses for any unique key, since the error may be about another key. */
export function checkUniqueKeys(files: Map<string, string>): Violation[] {
  const productFiles = [...files].filter(([path]) => /^src\/.*(?<!\.test)\.tsx?$/.test(path) && path !== keyReaderFile)
  return productFiles.flatMap(([path, text]) =>
    text.split('\n').flatMap((content, index) => {
      if (!content.includes('23505')) return []
      const message = `Ask breaksKey(error, 'the_constraint') of ${keyReaderFile}, which makes you name the key.`
      return [{ path, line: index + 1, rule, message }]
    }),
  )
}
