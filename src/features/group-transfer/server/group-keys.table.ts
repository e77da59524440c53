declare module '#platform/database/tables.ts' {
  interface Tables {
    groupImportKeys: GroupImportKeysTable
    groupCollectionKeys: GroupCollectionKeysTable
  }
}

/** By what imports recognize a prompt of a group: `key` is the id that it had at the site from which it came first. */
export interface GroupImportKeysTable {
  groupId: string
  key: string
  promptId: string
}

/** The same for collections that are shared with a group. */
export interface GroupCollectionKeysTable {
  groupId: string
  key: string
  collectionId: string
}
