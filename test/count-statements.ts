import type { KyselyPlugin } from 'kysely'
import type { Db } from '#platform/database/db.ts'

/** Returns a copy of `db` that counts its statements in `statements.count`. A test may reset the count. */
export function countStatements(db: Db): { db: Db; statements: { count: number } } {
  const statements = { count: 0 }
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      statements.count++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(counter), statements }
}
