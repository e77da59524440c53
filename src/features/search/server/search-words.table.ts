declare module '#server/platform/tables.ts' {
  interface Tables {
    searchWords: { word: string }
  }
}

export {}
