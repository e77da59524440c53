/** How many featured prompts a model is asked at most. */
export const askableMax = 24
