declare module '#server/platform/tables.ts' {
  interface Tables {
    /** The words of published texts. The search corrects typos to these words. */
    searchWords: { word: string }
  }
}

export {}
