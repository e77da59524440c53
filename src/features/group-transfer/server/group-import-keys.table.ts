declare module '#platform/database/tables.ts' {
  interface Tables {
    groupImportKeys: GroupImportKeysTable
  }
}

/** By what imports recognize a prompt of a group: `key` is the id that it had at the site from which it came first. */
export interface GroupImportKeysTable {
  groupId: string
  key: string
  promptId: string
}
