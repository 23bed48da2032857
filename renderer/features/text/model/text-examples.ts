/** Something to look at for those who have no text at hand: two subjects in one page. */
export const EXAMPLE_TEXT = `The river rose over its banks after three days of rain. Farmers moved their cattle to the hills, and boats brought food to villages that the flood had cut off. Engineers watched the dam through the night and opened its gates before dawn.

Meanwhile the central bank raised its interest rate for the second time this year. Lenders tightened credit for small firms, and investors sold shares of companies with large debts. Economists expect inflation to slow in the coming months.

In the evening the orchestra played a symphony that had not been heard for a century. The violins began so softly that the audience leaned forward; the applause lasted ten minutes.`;
