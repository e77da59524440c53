/** The sessionStorage key of a worksheet's values, followed by the prompt's id. Signing out deletes them. */
export const draftPrefix = 'worksheet_draft_'

/** Whether values are kept for this prompt. */
export function hasDraft(promptId: string): boolean {
  try {
    return draftPrefix + promptId in sessionStorage
  } catch {
    return false
  }
}
