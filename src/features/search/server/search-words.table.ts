declare module '#server/platform/tables.ts' {
  interface Tables {
    search_words: { word: string }
  }
}

export {}
