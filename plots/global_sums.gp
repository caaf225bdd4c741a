# Figure: floats a second that are summed up by key, over the number of keys, by way and floats of a row.
question = "Sums of floats and rows: combine adds?"
ways = "plain_1 aggregated_1 shared_1 plain_4 aggregated_4 shared_4 plain_32 shared_32"
meanings = "'plain, single floats' 'aggregated in a warp' 'shared memory per block' 'plain, rows of 4' 'aggregated, rows of 4' 'shared, rows of 4' 'plain, rows of 32' 'shared, rows of 32'"
x_title = "bins (different keys)"
y_title = "floats per second"
logarithmic = 1
call "ways.gp" ARG1 ARG2 ARG3
