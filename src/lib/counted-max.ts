/** Lists without a kept counter are counted up to this number. `totalIsFloor` marks a list that has more items. */
export const countedMax = 1_000
