/**
 * The types of all tables for Kysely. The `*.table.ts` files of features add their tables, so that the platform doesn't
 * depend on features.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add their tables by declaration merging
export interface Tables {}
