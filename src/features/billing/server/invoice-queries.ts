import { type Selectable, sql } from 'kysely'
import type { Page } from '#lib/http-contract.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Db } from '#platform/database/db.ts'
import { cursorKeys, cutPage, type Position, readCursor, unknownCursor } from '#platform/paging.ts'
import type { Invoice } from '../contract.ts'
import type { BillingInvoicesTable } from './billing.table.ts'
import type { Billing } from './billing-context.ts'

type Row = Selectable<BillingInvoicesTable>

const listName = 'invoices'

/**
 * Lists a user's invoices in the current payment account, newest first, except drafts and void ones. Several periods
 * may end at the same time, so the cursor also holds the id of the page's last invoice. Throws AppError
 * validation_failed (invalid cursor).
 */
export async function listInvoices(
  { db, payments }: Pick<Billing, 'db' | 'payments'>,
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Page<Invoice>> {
  const start = readCursor(listName, cursor, cursorKeys.text)
  const isShown = sql`user_id = ${userId} and side = ${payments.account} and status not in ('draft', 'void')`
  const before = start ? sql`and (period_end, id) < ${toRowValue(start)}` : sql``
  const [invoices, counts] = await Promise.all([
    sql<Row>`
      select * from billing_invoices where ${isShown} ${before} order by period_end desc, id desc limit ${limit + 1}`.execute(
      db,
    ),
    countUpTo(db, sql`billing_invoices where ${isShown}`),
  ])
  const { items, nextCursor } = cutPage(invoices.rows, limit, listName, (row) => ({
    key: `${row.periodEnd.toISOString()} ${row.id}`,
    // Unused, but a cursor must have a UUID as its `id`, and an invoice's id isn't one.
    id: row.userId,
  }))
  return { items: items.map(toInvoice), nextCursor, ...counts }
}

/**
 * Converts a cursor's position to a row value for SQL. The provider's ids aren't UUIDs, so the cursor's key holds both
 * the period's end and the invoice's id.
 */
function toRowValue({ key }: Position) {
  const [, end, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\w+)$/.exec(String(key)) ?? []
  if (!end || !id || Number.isNaN(Date.parse(end))) throw unknownCursor()
  return sql`(${new Date(end)}, ${id})`
}

/** Returns all invoices of a user, for their data export. */
export async function exportInvoices(db: Db, userId: string): Promise<Invoice[]> {
  const { rows } = await sql<Row>`
    select * from billing_invoices where user_id = ${userId} order by period_end desc, id desc`.execute(db)
  return rows.map(toInvoice)
}

function toInvoice(row: Row): Invoice {
  const { id, number, status, amount, currency } = row
  return {
    id,
    number,
    status,
    amount,
    amountReturned: row.amountReturned,
    currency,
    periodStart: row.periodStart.toISOString(),
    periodEnd: row.periodEnd.toISOString(),
    createdAt: row.createdAt.toISOString(),
    receiptUrl: row.receiptUrl,
  }
}
