# Figure: keys a second that go to 64 counters, over their number, by way and width.
question = "A few hundred counters: combine adds?"
ways = "plain_32 aggregated_32 shared_32 plain_64 aggregated_64 shared_64"
meanings = "'plain, 32 bits' 'aggregated in a warp' 'shared memory per block' 'plain, 64 bits' 'aggregated, 64 bits' 'shared, 64 bits'"
x_title = "keys"
y_title = "keys per second"
logarithmic = 1
call "ways.gp" ARG1 ARG2 ARG3
