/**
 * The types of all tables for Kysely. Each `*.table.ts` file adds its tables, so that the platform doesn't depend on
 * features.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the *.table.ts files add their tables by declaration merging
export interface Tables {}
