import type { ColumnType, Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    prompt_copies: { prompt_id: string; visitor: Buffer; copied_at: Date; folded: Generated<boolean> }
    demo_copies: { prompt_id: string; copies: number; copied_at: Date }
    daily_salts: { day: ColumnType<Date, string>; salt: Buffer }
  }
}
