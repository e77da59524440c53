declare module '#platform/database/tables.ts' {
  interface Tables {
    /** On which version each label of a prompt stands. */
    promptLabels: { promptId: string; label: string; version: number; movedAt: Date }
    promptLabelMoves: PromptLabelMovesTable
  }
}

/** A move of a label. `fromVersion` is null if the label was new, `toVersion` if it was removed. */
export interface PromptLabelMovesTable {
  id: string
  promptId: string
  label: string
  fromVersion: number | null
  toVersion: number | null
  /** Who moved it. */
  userId: string
  movedAt: Date
}
