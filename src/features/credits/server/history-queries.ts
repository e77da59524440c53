import { sql } from 'kysely'
import type { Page } from '#lib/http-contract.ts'
import { translateStored } from '#lib/texts.ts'
import type { Db } from '#platform/database/db.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { LedgerEntry } from '../contract.ts'
import type { CreditLedgerTable } from './credits.table.ts'

type Row = Pick<CreditLedgerTable, 'id' | 'number' | 'amount' | 'kind' | 'reason' | 'balanceAfter' | 'createdAt'>

const listName = 'credit-history'

/**
 * Lists a page of a user's ledger entries, newest first. The total is the number of the last entry. Throws AppError
 * validation_failed (an invalid cursor).
 */
export async function listHistory(
  db: Db,
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Page<LedgerEntry>> {
  const start = readCursor(listName, cursor, cursorKeys.bigint)
  const before = start ? sql`and number < ${start.key}` : sql``
  const [entries, account] = await Promise.all([
    sql<Row>`
      select id, number, amount, kind, reason, balance_after, created_at from credit_ledger
      where user_id = ${userId} ${before} order by number desc limit ${limit + 1}`.execute(db),
    sql<{ total: number }>`
      select coalesce(last_entry, 0) as total from credit_accounts where user_id = ${userId}`.execute(db),
  ])
  const { items, nextCursor } = cutPage(entries.rows, limit, listName, (row) => ({ key: row.number, id: row.id }))
  return { items: items.map(toEntry), nextCursor, total: account.rows[0]?.total ?? 0 }
}

/** Yields all ledger entries of a user in pages, newest first. */
export async function* readHistoryPages(db: Db, userId: string): AsyncGenerator<LedgerEntry[]> {
  let cursor: string | undefined
  do {
    const page = await listHistory(db, userId, { limit: 500, cursor })
    yield page.items
    cursor = page.nextCursor ?? undefined
  } while (cursor)
}

function toEntry(row: Row): LedgerEntry {
  const { id, amount, kind, reason } = row
  return {
    id,
    amount,
    kind,
    reason: reason && translateStored(reason),
    balanceAfter: row.balanceAfter,
    createdAt: row.createdAt.toISOString(),
  }
}

/** Yields all ledger entries of a user, newest first, for the export of their data. */
export async function* exportHistory(db: Db, userId: string): AsyncGenerator<LedgerEntry> {
  for await (const page of readHistoryPages(db, userId)) yield* page
}
