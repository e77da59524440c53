declare module '#platform/database/tables.ts' {
  interface Tables {
    /** Words from published texts. The search corrects typos to these words. */
    searchWords: { word: string }
  }
}

export {}
