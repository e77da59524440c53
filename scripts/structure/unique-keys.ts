import type { Violation } from './source.ts'

const rule = 'A violated unique key is recognized by name'
/** The file that defines `violatesKey`. */
const definingFile = 'src/platform/database/db.ts'

/**
 * Forbids code that checks for the error code 23505. PostgreSQL uses it for every unique key, so the error may be about
 * another key.
 */
export function checkUniqueKeys(files: Map<string, string>): Violation[] {
  const productFiles = [...files].filter(([path]) => /^src\/.*(?<!\.test)\.tsx?$/.test(path) && path !== definingFile)
  return productFiles.flatMap(([path, text]) =>
    text.split('\n').flatMap((content, index) => {
      if (!content.includes('23505')) return []
      const message = `Use violatesKey(error, 'the_constraint') from ${definingFile}, which needs the name of the key.`
      return [{ path, line: index + 1, rule, message }]
    }),
  )
}
